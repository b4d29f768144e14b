const ROBOT = /bot\b|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|headless|lighthouse|^$/i;

/** Whether a User-Agent belongs to a robot. Views by robots aren't counted. */
export const isRobot = (userAgent: string): boolean => ROBOT.test(userAgent);
