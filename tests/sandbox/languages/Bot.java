import java.net.*;
import java.nio.channels.Selector;
import java.nio.file.*;
import java.security.SecureRandom;
import java.util.*;
import java.util.concurrent.*;

/** Uses what programs of the Java machine use of the system, then plays the first action. */
public class Bot {
  static void useTheSystem() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    if (pool.submit(() -> 1).get() != 1) throw new IllegalStateException("a thread failed");
    pool.shutdown();
    if (new ProcessBuilder("/bin/sh", "-c", "true | cat").start().waitFor() != 0)
      throw new IllegalStateException("a child failed");
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
         Socket client = new Socket("127.0.0.1", server.getLocalPort())) {
      client.getOutputStream().write(1);
    }
    Selector.open().close();
    Files.delete(Files.createTempFile("java", "bot"));
    new SecureRandom().nextInt();
    System.gc();
    Thread.sleep(1);
  }

  static String filtered() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status")))
      if (line.startsWith("Seccomp:")) return line;
    return "";
  }

  public static void main(String[] none) throws Exception {
    Scanner lines = new Scanner(System.in);
    boolean first = true;
    while (lines.hasNextLine()) {
      String[] word = lines.nextLine().split(" ");
      if (word[0].equals("tribunal")) {
        useTheSystem();
        System.out.println("ready java 1");
      } else if (word[0].equals("ask")) {
        if (first) System.out.println("# " + filtered());
        first = false;
        System.out.println("move " + word[1] + " " + word[3]);
      } else if (word[0].equals("quit")) {
        return;
      }
    }
  }
}
