const ROBOT = /bot\b|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|headless|lighthouse|^$/i;

/** Whether a User-Agent belongs to a robot, whose requests count neither as views nor toward the visitors online. */
export const isRobot = (userAgent: string): boolean => ROBOT.test(userAgent);
