export interface Subscriber {
  readonly memberId: string | null;
  readonly sessionId: string | null;
  /** The rate limit key of the IP address. */
  readonly address: string;
  /** A member's ID or a visitor's key. */
  readonly onlineId: string;
}

interface Stream extends Subscriber {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly endsAt: number;
}

const STREAMS_MAX = 5_000;
/** The maximum number of visitors' streams. The rest is reserved for members. */
const VISITOR_STREAMS_MAX = 4_000;
const STREAMS_PER_IP_MAX = 100;
const STREAMS_PER_MEMBER_MAX = 16;
/** A stream with more unread bytes than this, in addition to the socket's buffer, is dropped. */
const UNREAD_BYTES_MAX = 128 * 1024;
/** Streams end at about this age, so that sessions are checked again. Jitter spreads out the reconnects. */
const AVERAGE_LIFETIME_MS = 3_600_000;
/** The number of streams that are written to before other work gets a turn. */
const BATCH_SIZE = 100;

/** Manages the open streams. A broadcast is encoded once and shared by all of them. */
export function createStreams({ hasLimits }: { hasLimits: boolean }) {
  const streams = new Set<Stream>();
  const countByAddress = new Map<string, number>();
  const streamsByMember = new Map<string, Set<Stream>>();
  const encoder = new TextEncoder();
  const queue: Uint8Array[] = [];
  let visitorCount = 0;
  let isSending = false;

  function add(stream: Stream): void {
    streams.add(stream);
    countByAddress.set(stream.address, (countByAddress.get(stream.address) ?? 0) + 1);
    if (stream.memberId === null) {
      visitorCount += 1;
      return;
    }
    const memberStreams = streamsByMember.get(stream.memberId) ?? new Set();
    streamsByMember.set(stream.memberId, memberStreams.add(stream));
  }

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const streamCount = (countByAddress.get(stream.address) ?? 1) - 1;
    if (streamCount > 0) countByAddress.set(stream.address, streamCount);
    else countByAddress.delete(stream.address);
    if (stream.memberId === null) {
      visitorCount -= 1;
      return;
    }
    const memberStreams = streamsByMember.get(stream.memberId);
    memberStreams?.delete(stream);
    if (memberStreams?.size === 0) streamsByMember.delete(stream.memberId);
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) > 0) {
      stream.controller.enqueue(bytes);
      return;
    }
    // The client isn't reading, so the buffer would grow without limit. The client can reconnect.
    remove(stream);
    stream.controller.error(new Error("the client reads too slowly"));
  }

  /** Sends the next broadcast in the queue to the streams that are open now. */
  function sendNext(): void {
    const bytes = queue.shift();
    isSending = bytes !== undefined;
    if (bytes === undefined) return;
    const targets = [...streams];
    let index = 0;
    const sendBatch = () => {
      for (const stream of targets.slice(index, index + BATCH_SIZE))
        if (streams.has(stream)) send(stream, bytes);
      index += BATCH_SIZE;
      if (index < targets.length) setImmediate(sendBatch);
      else sendNext();
    };
    sendBatch();
  }

  function end(stream: Stream): void {
    remove(stream);
    stream.controller.close();
  }

  return {
    get size() {
      return streams.size;
    },
    /** Whether another stream may be opened. `memberId` is null for visitors and undefined before identification. */
    hasRoom(address: string, memberId?: string | null) {
      if (streams.size >= STREAMS_MAX) return false;
      if (memberId === null && visitorCount >= VISITOR_STREAMS_MAX) return false;
      if (!hasLimits) return true;
      if ((countByAddress.get(address) ?? 0) >= STREAMS_PER_IP_MAX) return false;
      return !memberId || (streamsByMember.get(memberId)?.size ?? 0) < STREAMS_PER_MEMBER_MAX;
    },
    open({ memberId, sessionId, address, onlineId }: Subscriber, initialText: string, now: number) {
      let stream: Stream | undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const endsAt = now + AVERAGE_LIFETIME_MS * (0.75 + Math.random() / 2);
            stream = { memberId, sessionId, address, onlineId, controller, endsAt };
            add(stream);
            controller.enqueue(encoder.encode(initialText));
          },
          cancel() {
            if (stream) remove(stream);
          },
        },
        { highWaterMark: UNREAD_BYTES_MAX, size: (bytes) => bytes.byteLength },
      );
    },
    sendToAll(text: string) {
      queue.push(encoder.encode(text));
      if (!isSending) sendNext();
    },
    sendToMember(memberId: string, text: string) {
      const bytes = encoder.encode(text);
      for (const stream of [...(streamsByMember.get(memberId) ?? [])]) send(stream, bytes);
    },
    hasMember: (memberId: string) => streamsByMember.has(memberId),
    endWhere(matches: (subscriber: Subscriber) => boolean) {
      for (const stream of [...streams]) if (matches(stream)) end(stream);
    },
    endExpired(now: number) {
      for (const stream of [...streams]) if (stream.endsAt <= now) end(stream);
    },
    *listOnlineIds() {
      for (const { onlineId } of streams) yield onlineId;
    },
  };
}
