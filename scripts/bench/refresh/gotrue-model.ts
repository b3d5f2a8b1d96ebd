import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { BenchDatabase } from '#scripts/bench/rig/bench-database.ts'
import { runCommand } from '#scripts/run-command.ts'

const fileOf = (name: string) => path.join(import.meta.dirname, name)

/**
 * Creates the model's tables, with an account and a session for each of ours.
 * @throws Error with psql's message
 */
export async function loadModel({ env }: BenchDatabase): Promise<void> {
	const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
	const { code, output } = await runCommand(['env', ...given, 'psql', '-q', '-v', 'ON_ERROR_STOP=1', '-f', fileOf('gotrue-tables.sql')])
	if (code !== 0) throw new Error(`the model could not be loaded:\n${output}`)
}

/** Writes the script for pgbench. The sessions are divided among the clients, so no two clients share one. */
export function writeModelScript(workDir: string, sessions: number, clients: number): string {
	const file = path.join(workDir, 'gotrue-refresh.sql')
	const text = readFileSync(fileOf('gotrue-refresh.sql'), 'utf8')
	writeFileSync(file, `\\set per_client ${Math.floor(sessions / clients)}\n\\set clients ${clients}\n${text}`)
	return file
}
