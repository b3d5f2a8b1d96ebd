export function ensureAdminBuilt(): Promise<void>
export function packAssets(folder: string): Promise<void>
