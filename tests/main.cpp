// The main function of Catch2 2; Catch2 3 has its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
