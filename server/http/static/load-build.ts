import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import type { CaptchaProvider } from '#contracts/captcha.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import type { Encoding } from '#server/http/accept-encoding.ts'
import { carefulHeaders } from '#server/http/security-headers.ts'

import { allowCaptcha } from './captcha-policy.ts'

export type BuiltFile = {
	plain: Uint8Array<ArrayBuffer>
	packed: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
	etag: string
	headers: Readonly<Record<string, string>>
}

/** These contain a placeholder for the origin; pages contain the one the build expected (`origin.txt`). */
const NAMES_ORIGIN = /(?:^|\/)(?:sitemap\.xml|feed\.xml|robots\.txt)$/

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml; charset=utf-8',
	'.json': 'application/json',
	'.data': 'text/x-script; charset=utf-8',
	'.xml': 'application/xml; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
	'.webmanifest': 'application/manifest+json',
	'.woff2': 'font/woff2',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.jpg': 'image/jpeg',
	'.avif': 'image/avif',
	'.webp': 'image/webp',
	'.pdf': 'application/pdf',
	'.mp4': 'video/mp4',
	'.webm': 'video/webm',
	'.vtt': 'text/vtt; charset=utf-8',
}

/** The media type of a built file, by its name. */
export const typeOf = (file: string): string => TYPES[extname(file)] ?? 'application/octet-stream'

/** For files that are not pages. A file opened by itself still stays out of frames. */
const FILE_POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const HOUR = 'public, max-age=3600'
const FOREVER = 'public, max-age=31536000, immutable'

function cacheRule(file: string): string {
	if (file.startsWith('assets/')) return FOREVER // the name holds a hash of the content
	return /\.(?:html|data|xml|txt)$/.test(file) ? 'no-cache' : HOUR
}

const readBytes = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path))

function readPacked(path: string): BuiltFile['packed'] {
	return {
		...(existsSync(`${path}.br`) ? { br: readBytes(`${path}.br`) } : {}),
		...(existsSync(`${path}.gz`) ? { gzip: readBytes(`${path}.gz`) } : {}),
	}
}

/** Compressed on first request. */
function packLater(plain: Uint8Array): BuiltFile['packed'] {
	let br: Uint8Array<ArrayBuffer> | undefined
	let gzip: Uint8Array<ArrayBuffer> | undefined
	return {
		get br() {
			return (br ??= new Uint8Array(brotliCompressSync(plain)))
		},
		get gzip() {
			return (gzip ??= new Uint8Array(gzipSync(plain)))
		},
	}
}

/**
 * A file with the public origin in place. Where the build expected another one, its compressed copies are useless.
 * @param from what the file contains: the placeholder, or the origin that the build expected
 */
function withOrigin(path: string, from: string, to: string): Pick<BuiltFile, 'plain' | 'packed'> {
	const text = readFileSync(path, 'utf8').replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to))
	const plain = new TextEncoder().encode(text)
	return { plain, packed: packLater(plain) }
}

const readExpectedOrigin = (buildDir: string) => {
	const file = join(buildDir, 'origin.txt')
	return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function describe(file: string, plain: Uint8Array, policy: string | undefined) {
	const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
	const headers: Record<string, string> = {
		'content-type': typeOf(file),
		'cache-control': cacheRule(file),
		etag,
		vary: 'Accept-Encoding',
	}
	if (headers['content-type']?.startsWith('video/')) headers['accept-ranges'] = 'bytes'
	headers['content-security-policy'] = policy ?? FILE_POLICY
	// An operator's view of a learner's page has no origin of its own, and loads the page's files from there.
	if (policy === undefined) headers['access-control-allow-origin'] = '*'
	return { etag, headers }
}

/** `index.html` is `/`, `modules/index.html` is `/modules`, every other file its own path. */
const addressOf = (file: string) => (file === 'index.html' ? '/' : `/${file.replace(/\/index\.html$/, '')}`)

/**
 * Reads a finished build into memory, by address.
 * @throws Error when the build, or the policy of one of its pages, is missing
 */
export function loadBuild(
	buildDir: string,
	{ siteUrl, hstsIncludesSubdomains, captcha }: { siteUrl: string; hstsIncludesSubdomains: boolean; captcha: CaptchaProvider | null },
): Map<string, BuiltFile> {
	const client = join(buildDir, 'client')
	const policyFile = join(buildDir, 'csp.json')
	if (!existsSync(policyFile)) throw new Error(`${buildDir} holds no finished build (run: npm run build)`)
	const policies = JSON.parse(readFileSync(policyFile, 'utf8')) as Record<string, string>

	const careful = carefulHeaders({ siteUrl, hstsIncludesSubdomains })
	const expected = readExpectedOrigin(buildDir)
	const files = new Map<string, BuiltFile>()
	for (const name of globSync('**/*', { cwd: client })) {
		const path = join(client, name)
		if (/\.(?:br|gz)$/.test(name) || !statSync(path).isFile()) continue
		const file = name.split(sep).join('/')
		const policy = policies[file]
		if (file.endsWith('.html') && !policy) throw new Error(`${file} has no policy in ${policyFile} (run: npm run build)`)
		const from = NAMES_ORIGIN.test(file) ? ORIGIN_TOKEN : file.endsWith('.html') ? expected : null
		const bytes = from && from !== siteUrl ? withOrigin(path, from, siteUrl) : { plain: readBytes(path), packed: readPacked(path) }
		const { etag, headers } = describe(file, bytes.plain, policy && allowCaptcha(policy, captcha))
		files.set(addressOf(file), { ...bytes, etag, headers: { ...careful, ...headers } })
	}
	return files
}
