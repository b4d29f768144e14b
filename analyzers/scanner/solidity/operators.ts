const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", ">>>="]);

export const isAssignment = (operator: string): boolean => ASSIGNMENTS.has(operator);
