/** A mention being typed right before the caret. */
export const TYPED_MENTION = /(?:^|[\s()[\]{}<>"'“‘«„,;:!?*_~|–—-])@(?:"([^"\n@]{0,30})|([^\s@"]{0,30}))$/u;
