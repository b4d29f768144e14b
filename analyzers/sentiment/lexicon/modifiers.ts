/** Words that reverse what follows in their clause. `ownWeight`: the weight of each if there is nothing to reverse. */
export const NEGATORS: readonly { readonly ownWeight: number; readonly entries: string }[] = [
  {
    ownWeight: 0,
    entries: `not, no, never, neither, nor, cannot, can't, don't, doesn't, didn't, isn't, aren't, wasn't, weren't, won't, wouldn't, shouldn't, hasn't, haven't, hadn't, ain't, dont, doesnt, didnt, isnt, arent,
      wasnt, werent, wont, wouldnt, shouldnt, hasnt, havent, cant, without, rather than, instead of, before anyone, before any, far from, anything but, free of, free from, not a single, no more, zero, don t, doesn t, isn t, can t, won t`,
  },
  {
    ownWeight: -0.8,
    entries: `no longer, nobody, no one, none, nothing, hardly, scarcely, barely, hardly any, hardly anyone, nowhere, yet to, lack of, absence of, anymore`,
  },
  { ownWeight: -1, entries: `doubt, dispute` },
  {
    ownWeight: -1.5,
    entries: `fail to, failed to, unable to, struggle to, refuse to, fall short of, not able to, could not, couldn't, couldnt, too weak to`,
  },
];

/** Words that strengthen or weaken the next word that expresses a judgment. */
export const DEGREES: readonly { readonly factor: number; readonly entries: string }[] = [
  {
    factor: 1.5,
    entries: `extremely, incredibly, insanely, absolutely, totally, completely, utterly, massively, hugely, enormously, ridiculously, exceptionally, by far, fucking, massive, huge, enormous, complete, total, utter, colossal`,
  },
  {
    factor: 1.3,
    entries: `very, really, super, so, too, highly, deeply, strongly, sharply, steeply, heavily, severely, seriously, significantly, substantially, considerably, remarkably, much, far, truly, such, major, big, serious, record, heavy, sharp, steep, dramatically, especially, particularly, way,
      a lot, ever, quite, never be more, never be so, never be better, never look, most, widely, again, all, whole, entire, fully, rapidly, sudden, suddenly, deep, mega, ultra, hella, af`,
  },
  {
    factor: 0.75,
    entries: `fairly, rather, relatively, pretty, moderately, partly, partially, mostly, almost, nearly, seemingly, apparently, somewhat, some, early`,
  },
  {
    factor: 0.5,
    entries: `slightly, a bit, a little, little, marginally, modestly, mildly, kind of, sort of, kinda, sorta, minor, small, tiny, slight, marginal, a touch, vaguely, briefly, temporarily`,
  },
];

/** The part of a sentence after one of these counts more, the part before it less. */
export const CONTRASTS = `but, however, yet, nevertheless, nonetheless, except that, on the other hand, only to, although now, although it`;

/** What follows one of these, up to punctuation or a contrast, counts less. */
export const CONCESSIONS = `despite, in spite of, notwithstanding, although, though, even though, even as, even after, regardless of, explain how, explain what, explain why, how to, guide to, introduction to, history of, learn how, learn about, defy, whereas`;

/** The rest of the clause after one of these is uncertain and counts less. */
export const HEDGES = `may, might, could, would, if, whether, unless, possible, possibly, perhaps, maybe, potential, potentially, alleged, allegedly, rumored, rumoured, unconfirmed, likely, expected, should`;

/** A sentence that starts with one of these asks or explains, with or without a question mark. */
export const QUESTION_STARTERS = `what which where who whose when how is are does do did can could should will would has anyone anybody interview podcast`;

/** Movers don't look past these clause boundaries. */
export const CLAUSE_WORDS = `as while after before because since when where who which that amid until and or than so if once then following`;
/** Movers don't look ahead past these prepositions either. */
export const PREPOSITIONS = `on to from by with for at over under between into during via about against above below near despite through within versus vs`;
