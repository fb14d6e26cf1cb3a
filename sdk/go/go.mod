module tribunal

go 1.19
