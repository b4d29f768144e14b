interface Options {
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** A fetch that reports upload progress, which the platform's can't. It rejects with the same errors. */
export function createXhrFetch({ onProgress, signal }: Options): typeof fetch {
  return (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", input instanceof Request ? input.url : String(input));
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      const stop = () => request.abort();
      signal.addEventListener("abort", stop, { once: true });
      request.onloadend = () => signal.removeEventListener("abort", stop);
      request.onload = () => {
        const { status, statusText, responseText } = request;
        const contentType = request.getResponseHeader("Content-Type");
        const headers = contentType ? { "Content-Type": contentType } : undefined;
        resolve(new Response(responseText, { status, statusText, ...(headers ? { headers } : {}) }));
      };
      request.onerror = () => reject(new TypeError("We can't reach the server."));
      request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
      request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}
