/** A name that is being typed at the end of what stands before the caret, with its "@". */
export const TYPED_MENTION = /(?:^|[\s()[\]{}<>"'“‘«„,;:!?*_~|–—-])@(?:"([^"\n@]{0,30})|([^\s@"]{0,30}))$/u;
