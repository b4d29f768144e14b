/** A mention being typed at the end of the text. Captures the name so far: quoted (@"Ann Lee) or plain (@ann). */
export const TYPED_MENTION = /(?:^|[\s()[\]{}<>"'“‘«„,;:!?*_~|–—-])@(?:"([^"\n@]{0,30})|([^\s@"]{0,30}))$/u;
