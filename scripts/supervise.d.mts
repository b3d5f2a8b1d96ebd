export function keepRunning(run: (onReady: () => void) => Promise<number>, print?: (line: string) => void): Promise<number>
