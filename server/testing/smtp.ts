import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedEmail extends Email {
  /** The envelope's recipient. */
  readonly recipient: string;
}

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>;

/** Starts a real SMTP server on a free port. */
export async function startSmtp() {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo(_address, _session, done) {
      if (smtp.rejectWith === null) done();
      else done(Object.assign(new Error("not now"), { responseCode: smtp.rejectWith }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void (async () => {
          const email = await PostalMime.parse(Buffer.concat(chunks));
          await smtp.onEmail();
          emails.push({ ...email, recipient: session.envelope.rcptTo[0]?.address ?? "" });
          done();
        })();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const smtp = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    /** If set, every recipient is refused with this code. */
    rejectWith: null as number | null,
    /** Runs after an email is received and before it is acknowledged. */
    onEmail: async () => {},
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return smtp;
}
