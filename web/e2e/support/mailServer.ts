import { createServer, type Server } from "node:net";

/** A mail server of few words, for one test. */
export interface MailServer {
  url: string;
  /** The addresses of the mails that it has taken. */
  taken: string[];
  /** Whether it refuses every mail for good. */
  refuses: boolean;
  close(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function mailServer(): Promise<MailServer> {
  const taken: string[] = [];
  const server: Server = createServer((socket) => {
    let [to, inMail, rest] = ["", false, ""];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (inMail) {
        if (line !== ".") return;
        inMail = false;
        if (!mails.refuses) taken.push(to);
        say(mails.refuses ? `550 <${to}> is unknown here` : "250 taken");
      } else if (line.startsWith("RCPT")) {
        to = /<(.*)>/.exec(line)?.[1] ?? "";
        say("250 fine");
      } else if (line.startsWith("DATA")) {
        inMail = true;
        say("354 go on");
      } else say(line.startsWith("QUIT") ? "221 bye" : "250 fine");
    };
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      const lines = (rest + bytes.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) hear(line);
    });
    say("220 test");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refuses: true,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  return mails;
}
