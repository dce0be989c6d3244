import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./node";

interface TextMessage {
  id: string;
  number: string;
  text: string;
  purpose: string;
}

/** An SMS gateway for one test. It accepts only messages with a valid signature. */
export interface SmsGateway {
  /** The settings of a node that uses it. */
  environment: Record<string, string>;
  messages: TextMessage[];
  /** Waits until `count` messages to the number have arrived, and returns the code in the newest one. */
  codeTo(number: string, count: number): Promise<string>;
  close(): Promise<void>;
}

const key = Buffer.alloc(32, 7);

/** Starts a gateway on a free port. */
export async function smsGateway(): Promise<SmsGateway> {
  const messages: TextMessage[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString();
      const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = request.headers;
      const signed = `v1,${createHmac("sha256", key).update(`${String(id)}.${String(at)}.${body}`).digest("base64")}`;
      if (signature !== signed) return response.writeHead(401).end();
      messages.push(JSON.parse(body) as TextMessage);
      return response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const to = (number: string) => messages.filter((message) => message.number === number);
  return {
    environment: {
      TROUPE_SMS_WEBHOOK: `http://127.0.0.1:${port}/sms`,
      TROUPE_SMS_SECRET: `whsec_${key.toString("base64")}`,
      TROUPE_OUTBOUND_PRIVATE: "1",
    },
    messages,
    codeTo: async (number, count) => {
      await until(`message ${count} to ${number}`, async () => to(number).length >= count);
      const code = /^\d{8}/.exec(to(number).at(-1)?.text ?? "")?.[0];
      if (code === undefined) throw new Error(`no code in the messages to ${number}`);
      return code;
    },
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
