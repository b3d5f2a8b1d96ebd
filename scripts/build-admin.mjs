// Builds the React app of the operator's console unless none of its sources has changed. It holds no content and no setting, so
// one build serves every site. Plain JavaScript, because `npm start` runs it before anything else.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { findNode, inRoot, root, runProgram, UserError } from './ensure.mjs'

const FOLDER = 'build-admin'
const SOURCES = [
	'app/admin',
	'app/ui',
	'app/lib',
	'app/styles',
	'app/assets/fonts',
	'contracts',
	'domain',
	'package.json',
	'package-lock.json',
	'react-router.config.ts',
	'scripts/build-admin.mjs',
	'vite.admin.config.ts',
]
const PACKABLE = /\.(?:js|css|svg)$/
const SERVER_CODE = /#server\/|node:(?:fs|crypto)|kysely/

const filesBelow = (folder) =>
	fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name))
		.sort()

function sourceHash() {
	const hash = createHash('sha256')
	for (const source of SOURCES.map((name) => inRoot(name)))
		for (const file of fs.statSync(source).isFile() ? [source] : filesBelow(source)) {
			if (/\.test\.tsx?$/.test(file)) continue
			hash
				.update(`${path.relative(root, file)}\0`)
				.update(fs.readFileSync(file))
				.update('\0')
		}
	return hash.digest('hex')
}

/** What browsers load, with compressed copies. Code of the server in it would be a leak: loaders and actions are cut out of it. */
export async function packAssets(folder) {
	const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
	for (const file of filesBelow(folder).filter((name) => PACKABLE.test(name))) {
		const bytes = fs.readFileSync(file)
		if (file.endsWith('.js') && SERVER_CODE.test(bytes.toString('utf8'))) throw new UserError(`${file} holds code of the server.`)
		fs.writeFileSync(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
		fs.writeFileSync(`${file}.gz`, await zip(bytes))
	}
}

/** Builds the console's app when its sources changed since the last build. */
export async function ensureAdminBuilt() {
	const hash = sourceHash()
	const stamp = inRoot(FOLDER, '.stamp')
	if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return
	console.log('Building the console…')
	fs.rmSync(stamp, { force: true }) // an interrupted build must not look finished
	const env = { ...process.env, NODE_ENV: 'production', BUILD_APP: 'admin', BUILD_DIR: FOLDER }
	const args = ['node_modules/@react-router/dev/bin.cjs', 'build', '--config', 'vite.admin.config.ts', '--logLevel', 'warn']
	if ((await runProgram(findNode(), args, { env })) !== 0) throw new UserError('The console could not be built; see above.')
	await packAssets(inRoot(FOLDER, 'client'))
	fs.writeFileSync(stamp, hash)
}
