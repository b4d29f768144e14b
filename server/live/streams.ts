/** The owner of an open stream. */
export interface Subscriber {
  readonly memberId: string | null;
  readonly sessionId: string | null;
  /** Rate limit key (server/platform/client-address.ts). */
  readonly address: string;
  /** A member's id or a visitor's key; shared by all streams of one person or browser. */
  readonly person: string;
}

interface Stream extends Subscriber {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly endsAt: number;
}

export interface Streams {
  readonly size: number;
  /** `memberId` is null for visitors and undefined before identification. */
  hasRoom(address: string, memberId?: string | null): boolean;
  /** Starts with the text in `first`. */
  open(subscriber: Subscriber, first: string, now: number): ReadableStream<Uint8Array>;
  sendToAll(text: string): void;
  sendToMember(memberId: string, text: string): void;
  hasMember(memberId: string): boolean;
  /** Ends matching streams; their pages reconnect and are identified again. */
  endWhere(matches: (subscriber: Subscriber) => boolean): void;
  /** Ends streams that have reached their maximum age. */
  endOld(now: number): void;
  /** One entry per open stream. */
  people(): Iterable<string>;
}

/** Limits in total, for visitors (the rest is reserved for members), per address and per member. */
const STREAMS_MAX = 5_000;
const VISITORS_MAX = 4_000;
const PER_ADDRESS_MAX = 100;
const PER_MEMBER_MAX = 16;
/** Unread bytes before a stream is dropped, in addition to the socket's buffer. */
const UNREAD_MAX = 128 * 1024;
/** Maximum age, so that sessions are checked again; with jitter to spread reconnects. */
const MAX_AGE_MS = 3_600_000;
/** Streams written to before yielding to other work. */
const BATCH_SIZE = 100;

/** All open streams of this process. A broadcast is encoded once and shared by all streams. */
export function createStreams({ limited }: { limited: boolean }): Streams {
  const streams = new Set<Stream>();
  const byAddress = new Map<string, number>();
  const byMember = new Map<string, Set<Stream>>();
  const encoder = new TextEncoder();
  const waiting: Uint8Array[] = [];
  let visitors = 0;
  let isSending = false;

  function add(stream: Stream): void {
    streams.add(stream);
    byAddress.set(stream.address, (byAddress.get(stream.address) ?? 0) + 1);
    if (stream.memberId === null) {
      visitors += 1;
      return;
    }
    const own = byMember.get(stream.memberId) ?? new Set();
    byMember.set(stream.memberId, own.add(stream));
  }

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const left = (byAddress.get(stream.address) ?? 1) - 1;
    if (left > 0) byAddress.set(stream.address, left);
    else byAddress.delete(stream.address);
    if (stream.memberId === null) {
      visitors -= 1;
      return;
    }
    const own = byMember.get(stream.memberId);
    own?.delete(stream);
    if (own?.size === 0) byMember.delete(stream.memberId);
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) > 0) {
      stream.controller.enqueue(bytes);
      return;
    }
    // The client doesn't read, so the buffer would grow without limit. It can reconnect.
    remove(stream);
    stream.controller.error(new Error("the stream was not read"));
  }

  /** Sends queued broadcasts in order, each to the streams open at that moment. */
  function sendNext(): void {
    const bytes = waiting.shift();
    isSending = bytes !== undefined;
    if (bytes === undefined) return;
    const all = [...streams];
    let at = 0;
    const step = () => {
      for (const stream of all.slice(at, at + BATCH_SIZE)) if (streams.has(stream)) send(stream, bytes);
      at += BATCH_SIZE;
      if (at < all.length) setImmediate(step);
      else sendNext();
    };
    step();
  }

  function end(stream: Stream): void {
    remove(stream);
    stream.controller.close();
  }

  return {
    get size() {
      return streams.size;
    },
    hasRoom(address, memberId) {
      if (streams.size >= STREAMS_MAX) return false;
      if (memberId === null && visitors >= VISITORS_MAX) return false;
      if (!limited) return true;
      if ((byAddress.get(address) ?? 0) >= PER_ADDRESS_MAX) return false;
      return !memberId || (byMember.get(memberId)?.size ?? 0) < PER_MEMBER_MAX;
    },
    open({ memberId, sessionId, address, person }, first, now) {
      let stream: Stream | undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const endsAt = now + MAX_AGE_MS * (0.75 + Math.random() / 2);
            stream = { memberId, sessionId, address, person, controller, endsAt };
            add(stream);
            controller.enqueue(encoder.encode(first));
          },
          cancel() {
            if (stream) remove(stream);
          },
        },
        { highWaterMark: UNREAD_MAX, size: (bytes) => bytes.byteLength },
      );
    },
    sendToAll(text) {
      waiting.push(encoder.encode(text));
      if (!isSending) sendNext();
    },
    sendToMember(memberId, text) {
      const bytes = encoder.encode(text);
      for (const stream of [...(byMember.get(memberId) ?? [])]) send(stream, bytes);
    },
    hasMember: (memberId) => byMember.has(memberId),
    endWhere(matches) {
      for (const stream of [...streams]) if (matches(stream)) end(stream);
    },
    endOld(now) {
      for (const stream of [...streams]) if (stream.endsAt <= now) end(stream);
    },
    *people() {
      for (const { person } of streams) yield person;
    },
  };
}
