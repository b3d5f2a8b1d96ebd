export function packAssets(folder: string): Promise<void>
export function ensureBuilt(options?: { force?: boolean; only?: 'site' | 'console'; beforeBuild?: () => Promise<void> }): Promise<void>
