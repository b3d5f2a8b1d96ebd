type Counts = { passed: number; failed: number }

export function withExitCode(counts: Counts, code: number): Counts
export function countChecks(output: string): Counts
export function countVitest(report: object | null): Counts
export function countPlaywright(report: object | null): Counts
export function listSlowest(reports: { vitest: object | null; playwright: object | null; root: string }): string[]
