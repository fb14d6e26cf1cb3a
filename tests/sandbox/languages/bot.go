// Uses what programs in Go use of the system, then plays the first action.
package main

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"time"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func useTheSystem() {
	var all sync.WaitGroup
	for i := 0; i < 16; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			runtime.LockOSThread()
			time.Sleep(time.Millisecond)
		}()
	}
	all.Wait()
	must(exec.Command("/bin/sh", "-c", "true | cat").Run())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	client, err := net.Dial("tcp", listener.Addr().String())
	must(err)
	client.Close()
	listener.Close()
	file, err := os.CreateTemp("", "go")
	must(err)
	must(os.Remove(file.Name()))
	_, err = rand.Read(make([]byte, 16))
	must(err)
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	runtime.GC()
}

func filtered() string {
	status, err := os.ReadFile("/proc/self/status")
	must(err)
	for _, line := range strings.Split(string(status), "\n") {
		if strings.HasPrefix(line, "Seccomp:") {
			return line
		}
	}
	return ""
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	first := true
	for lines.Scan() {
		word := strings.Fields(lines.Text())
		switch word[0] {
		case "tribunal":
			useTheSystem()
			fmt.Println("ready go 1")
		case "ask":
			if first {
				fmt.Println("# " + filtered())
			}
			first = false
			fmt.Println("move", word[1], word[3])
		case "quit":
			return
		}
	}
}
