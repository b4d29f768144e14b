/** Programs that say so themselves. */
const ROBOT = /bot\b|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|headless|lighthouse|^$/i;

/** Whether a User-Agent is of a program that reads nothing: its views are not counted. */
export const isRobot = (userAgent: string): boolean => ROBOT.test(userAgent);
