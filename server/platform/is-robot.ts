const ROBOT = /bot\b|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|headless|lighthouse|^$/i;

/** Whether a User-Agent belongs to a bot. Views by bots aren't counted. */
export const isRobot = (userAgent: string): boolean => ROBOT.test(userAgent);
