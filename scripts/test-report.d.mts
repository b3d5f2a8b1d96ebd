type Counts = { passed: number; failed: number }

export function countFailedRunner(runner: string, counts: Counts, code: number): Counts & { failures: string[] }
export function countChecks(output: string): Counts
export function countVitest(report: object | null): Counts
export function countPlaywright(report: object | null): Counts
type Reports = { vitest: object | null; playwright: object | null; root: string }
type Unhandled = { name: string; message: string; stack?: string }

export function listFailures(reports: Reports & { unhandled: Unhandled[] | null }): string[]
export function listSlowest(reports: Reports): string[]
