// Builds the apps of the site and the console, each only if one of its sources has changed. Builds contain no content or
// settings, so one build serves every site. Plain JavaScript, because `npm start` runs it before anything else.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { asCommand, findNode, inRoot, requireInstalled, root, runProgram, UserError } from './ensure.mjs'

const SHARED = ['app/ui', 'app/lib', 'app/styles', 'app/assets', 'contracts', 'domain']
const PROGRAM = ['package.json', 'package-lock.json', 'react-router.config.ts', 'scripts/build.mjs']
const ROUTER = ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error']

const APPS = [
	{
		name: 'site',
		folder: 'build',
		sources: ['app', 'content', 'contracts', 'domain', 'public', 'vite.config.ts', 'vite.worker.config.ts', ...PROGRAM],
		// The console has its own build, and content files are read at run time.
		isSource: (file) => !file.startsWith('app/admin/') && (!file.startsWith('content/') || file.endsWith('.ts')),
		steps: [ROUTER, ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.worker.config.ts', '--logLevel', 'error']],
		env: {},
	},
	{
		name: 'console',
		folder: 'build-admin',
		sources: ['app/admin', ...SHARED, 'vite.admin.config.ts', ...PROGRAM],
		isSource: () => true,
		steps: [[...ROUTER, '--config', 'vite.admin.config.ts']],
		env: { BUILD_APP: 'admin' },
	},
]

const TEST = /\.test\.tsx?$/
const PACKABLE = /\.(?:m?js|css|svg|json|txt)$/
const SERVER_CODE = /#server\/|node:(?:fs|crypto)|kysely/
const SMALLEST_BYTES = 200

function filesBelow(name) {
	if (fs.statSync(inRoot(name)).isFile()) return [name]
	return fs
		.readdirSync(inRoot(name), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
		.sort()
}

function sourceHash({ sources, isSource }) {
	const hash = createHash('sha256')
	for (const file of sources.flatMap(filesBelow))
		if (!TEST.test(file) && isSource(file))
			hash
				.update(`${file}\0`)
				.update(fs.readFileSync(inRoot(file)))
				.update('\0')
	return hash.digest('hex')
}

/** Compresses the browser files. Fails if they contain server code, which must have been removed with the loaders and actions. */
export async function packAssets(folder) {
	const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
	const pack = async (file) => {
		const bytes = fs.readFileSync(file)
		if (file.endsWith('.js') && SERVER_CODE.test(bytes.toString('utf8'))) throw new UserError(`${file} contains server code.`)
		if (bytes.length < SMALLEST_BYTES) return
		fs.writeFileSync(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
		fs.writeFileSync(`${file}.gz`, await zip(bytes))
	}
	const files = fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && PACKABLE.test(entry.name))
	await Promise.all(files.map((entry) => pack(path.join(entry.parentPath, entry.name))))
}

const stampOf = ({ folder }) => inRoot(folder, '.stamp')
const isBuilt = (app) => fs.existsSync(stampOf(app)) && fs.readFileSync(stampOf(app), 'utf8') === sourceHash(app)

async function build(app) {
	const { name, folder, steps, env } = app
	const hash = sourceHash(app)
	console.log(`Building the ${name}…`)
	fs.rmSync(stampOf(app), { force: true }) // an interrupted build must not look finished
	const node = findNode()
	const own = { ...process.env, NODE_ENV: 'production', ...env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
	for (const step of steps)
		if ((await runProgram(node, step, { env: own })) !== 0) throw new UserError(`The ${name} could not be built; see above.`)
	await packAssets(inRoot(folder, 'client'))
	fs.writeFileSync(stampOf(app), hash)
}

/** @param options `force` always builds; `only` names one app; `beforeBuild` may throw to prevent a build */
export async function ensureBuilt({ force = false, only, beforeBuild } = {}) {
	const stale = APPS.filter((app) => only === undefined || app.name === only).filter((app) => force || !isBuilt(app))
	if (stale.length > 0) await beforeBuild?.()
	await Promise.all(stale.map(build))
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
	await asCommand(async () => {
		requireInstalled({ withTools: false })
		await ensureBuilt({ force: true })
		return 0
	})
