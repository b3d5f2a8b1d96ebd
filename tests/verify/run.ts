import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { runVerify, type VerifyReport } from '#scripts/verify/run-verify.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { withOperator } from '#server/process/open-operator.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { makeCluster } from '#tests/setup/embedded-dir.ts'
import { BARE_ENVIRONMENT, findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import type { Hole } from './holes.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const PLANT = pathToFileURL(path.join(import.meta.dirname, 'plant.ts')).href

/** Starts a server with changes planted in its program. @returns functions that call it */
export async function startPlanted(program: Hole['program'] = []) {
	const env = { PORT: String(await findFreePort()), DATA_DIR: await makeCluster(), TRUSTED_PROXY_HOPS: '1', BACKUPS_ENABLED: '0' }
	const planted = { NODE_OPTIONS: `--import ${PLANT}`, PLANTED: JSON.stringify(program) }
	const server = spawnServer({ ...env, ...planted })
	await server.ready
	const inside = <T>(work: (ctx: ServiceContext) => Promise<T>): Promise<T> =>
		withOperator(
			{ ...env, NODE_ENV: 'test' },
			createLogger('error', () => {}),
			work,
		)
	const base = `http://127.0.0.1:${env.PORT}`
	const { signal } = new AbortController()
	const verify = (options: Pick<Parameters<typeof runVerify>[1], 'only' | 'isEnough'> = {}): Promise<VerifyReport> =>
		inside((ctx) => runVerify(ctx, { base, signal, ...options }))
	/** Runs the command itself, which reads the routes of the changed program. */
	const runCommand = () =>
		new Promise<string>((resolve) => {
			const options = { cwd: ROOT, env: { ...BARE_ENVIRONMENT, ...env, ...planted } }
			execFile(process.execPath, ['scripts/verify.ts', '--url', base], options, (_error, stdout, stderr) => resolve(stdout + stderr))
		})
	return { base, env, inside, verify, runCommand, end: () => server.end('SIGTERM') }
}
