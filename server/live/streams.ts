/** Who is behind an open stream. */
export interface Listener {
  readonly memberId: string | null;
  readonly sessionId: string | null;
  /** What limits count by (server/platform/client-address.ts). */
  readonly address: string;
  /** A member's id or a visitor's key: the same for everything that one person or one browser opens. */
  readonly person: string;
}

interface Stream extends Listener {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly endsAt: number;
}

export interface Streams {
  readonly size: number;
  /** Whether one more may be opened; `memberId` is null for a visitor and left out while nobody knows who it is. */
  hasRoom(address: string, memberId?: string | null): boolean;
  /** Begins with `first`. */
  open(listener: Listener, first: string, now: number): ReadableStream<Uint8Array>;
  sendToAll(text: string): void;
  sendToMember(memberId: string, text: string): void;
  hasMember(memberId: string): boolean;
  /** Ends the streams of whoever it holds for; their pages come again and are asked who they are. */
  endWhere(holds: (listener: Listener) => boolean): void;
  /** Ends those that have lasted long enough. */
  endOld(now: number): void;
  /** One for each open stream. */
  people(): Iterable<string>;
}

/** In all, of visitors (the rest is left to members), from one address (an office, a school), of one member's browsers. */
const MOST = 5_000;
const MOST_OF_VISITORS = 4_000;
const MOST_OF_ADDRESS = 100;
const MOST_OF_MEMBER = 16;
/** What a reader may leave unread before the stream is dropped, beside what its socket holds. Bytes. */
const UNREAD_MOST = 128 * 1024;
/** After so long a page comes anew and shows its session again; spread, so that not all come at once. */
const LASTS_MS = 3_600_000;
/** Streams that are written to before others have their turn: a page does not wait for thousands of them. */
const AT_ONCE = 100;

/** The open streams of this program. What is sent to all is one piece of memory, whoever reads it. */
export function createStreams({ limited }: { limited: boolean }): Streams {
  const streams = new Set<Stream>();
  const ofAddress = new Map<string, number>();
  const ofMember = new Map<string, Set<Stream>>();
  const encoder = new TextEncoder();
  const waiting: Uint8Array[] = [];
  let visitors = 0;
  let isSending = false;

  function add(stream: Stream): void {
    streams.add(stream);
    ofAddress.set(stream.address, (ofAddress.get(stream.address) ?? 0) + 1);
    if (stream.memberId === null) {
      visitors += 1;
      return;
    }
    const own = ofMember.get(stream.memberId) ?? new Set();
    ofMember.set(stream.memberId, own.add(stream));
  }

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const left = (ofAddress.get(stream.address) ?? 1) - 1;
    if (left > 0) ofAddress.set(stream.address, left);
    else ofAddress.delete(stream.address);
    if (stream.memberId === null) {
      visitors -= 1;
      return;
    }
    const own = ofMember.get(stream.memberId);
    own?.delete(stream);
    if (own?.size === 0) ofMember.delete(stream.memberId);
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) > 0) {
      stream.controller.enqueue(bytes);
      return;
    }
    // Reads nothing, and what waits for it would only grow: it goes, and comes again when it can.
    remove(stream);
    stream.controller.error(new Error("the stream was not read"));
  }

  /** One text after the other, each to all that are open when its turn comes. */
  function sendNext(): void {
    const bytes = waiting.shift();
    isSending = bytes !== undefined;
    if (bytes === undefined) return;
    const all = [...streams];
    let at = 0;
    const step = () => {
      for (const stream of all.slice(at, at + AT_ONCE)) if (streams.has(stream)) send(stream, bytes);
      at += AT_ONCE;
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
      if (streams.size >= MOST) return false;
      if (memberId === null && visitors >= MOST_OF_VISITORS) return false;
      if (!limited) return true;
      if ((ofAddress.get(address) ?? 0) >= MOST_OF_ADDRESS) return false;
      return !memberId || (ofMember.get(memberId)?.size ?? 0) < MOST_OF_MEMBER;
    },
    open({ memberId, sessionId, address, person }, first, now) {
      let stream: Stream | undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const endsAt = now + LASTS_MS * (0.75 + Math.random() / 2);
            stream = { memberId, sessionId, address, person, controller, endsAt };
            add(stream);
            controller.enqueue(encoder.encode(first));
          },
          cancel() {
            if (stream) remove(stream);
          },
        },
        { highWaterMark: UNREAD_MOST, size: (bytes) => bytes.byteLength },
      );
    },
    sendToAll(text) {
      waiting.push(encoder.encode(text));
      if (!isSending) sendNext();
    },
    sendToMember(memberId, text) {
      const bytes = encoder.encode(text);
      for (const stream of [...(ofMember.get(memberId) ?? [])]) send(stream, bytes);
    },
    hasMember: (memberId) => ofMember.has(memberId),
    endWhere(holds) {
      for (const stream of [...streams]) if (holds(stream)) end(stream);
    },
    endOld(now) {
      for (const stream of [...streams]) if (stream.endsAt <= now) end(stream);
    },
    *people() {
      for (const { person } of streams) yield person;
    },
  };
}
