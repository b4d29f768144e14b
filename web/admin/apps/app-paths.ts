export const APPS_PATH = "/admin/apps";
export const buildAppPath = (id: string): string => `${APPS_PATH}/${id}`;
