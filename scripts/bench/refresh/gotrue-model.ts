import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { BenchDatabase } from '#scripts/bench/rig/bench-database.ts'
import { runCommand } from '#scripts/run-command.ts'
import { encodeRefreshToken } from '#server/services/identity/sessions/session-grant.ts'

const fileOf = (name: string) => path.join(import.meta.dirname, name)

/**
 * Creates the model's tables, with as many accounts and sessions as our side has.
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

/** Writes a script in which each request refreshes the least recently refreshed session, with the token of its last response. */
export async function writeWrkScript({ pools }: BenchDatabase, workDir: string): Promise<string> {
	const { rows } = await pools.app.query<{ id: string; refresh_key: Buffer; refresh_counter: number }>(
		'select id, refresh_key, refresh_counter from auth.sessions',
	)
	const list = path.join(workDir, 'refresh-tokens.txt')
	writeFileSync(list, rows.map(({ id, refresh_key: key, refresh_counter: counter }) => encodeRefreshToken(id, counter, key)).join('\n'))
	const file = path.join(workDir, 'refresh.lua')
	writeFileSync(
		file,
		`local waiting, first, last = {}, 1, 0
local threads = {}
wrong = 0
for line in io.lines('${list}') do last = last + 1; waiting[last] = line end
setup = function(thread) threads[#threads + 1] = thread end
request = function()
	local token = waiting[first]
	waiting[first] = nil
	first = first + 1
	return wrk.format('POST', '/auth/v1/token?grant_type=refresh_token', { ['Content-Type'] = 'application/json' },
		'{"refresh_token":"' .. token .. '"}')
end
response = function(status, headers, body)
	local token = body:match('"refresh_token":"([^"]+)"')
	if status == 200 and token and body:find('"access_token":"ey', 1, true) and body:find('"user":{"id"', 1, true) then
		last = last + 1
		waiting[last] = token
	else
		wrong = wrong + 1
	end
end
done = function()
	local sum = 0
	for _, thread in ipairs(threads) do sum = sum + thread:get('wrong') end
	io.write('wrong bodies: ' .. sum .. '\\n')
end
`,
	)
	return file
}
