import type { OxlintOverride } from 'oxlint'

/**
 * Lint rules for imports between rings (docs/architecture.md). Each ring lists what it may import; everything else is refused.
 * oxlint replaces a rule's options when a later override names the rule again, so every list is built by `ring`, which always
 * repeats the bans that apply everywhere.
 */
type Ring = {
	files: string[]
	/** Import specifiers as gitignore patterns. `./sibling` is always allowed, `../` never. */
	mayImport: string[]
	typesOnly?: string
	/** True if all npm packages are allowed; `mayImport` then limits only our own paths. */
	anyPackage?: boolean
	except?: string[]
	hint: string
}

export const BANNED_EVERYWHERE = [
	{ regex: String.raw`(^|/)\.\.(/|$)`, message: 'Import ./sibling.ts or #ring/path.ts: `../` hides which ring a file reaches into.' },
	{ regex: '^(node:)?process$', message: 'Use the global `process`, so that the rule about process.env sees it.' },
]

/** Content files must not be imported, because a new release can replace content while the server runs. */
const NO_CONTENT_FILES = [
	{
		regex: String.raw`^#content/.*\.(?:json|md|svg)$`,
		message: 'Take it from `ctx.content` or a loader (app/content.server.ts): only content/ reads content files.',
	},
	{
		regex: String.raw`^#content/loaded\.server\.ts$`,
		message: 'Take it from `ctx.content` or a loader (app/content.server.ts): this is the content loaded at startup.',
	},
]

export const TEST_FILES = ['**/*.test.ts', '**/*.test.tsx', 'tests/**']

export function ring({ files, mayImport, typesOnly, anyPackage = false, except = [], hint }: Ring): OxlintOverride {
	const takesContent = files.every(
		(file) => /^(?:server|app)\//.test(file) && file !== 'server/main.ts' && !file.startsWith('server/process/'),
	)
	const own = typesOnly ? [...mayImport, `${typesOnly}**`] : mayImport
	// The # is escaped, because a pattern that begins with one would be a comment.
	const refused = anyPackage ? String.raw`\#*/**` : '*'
	const patterns = [
		...BANNED_EVERYWHERE,
		...(takesContent ? NO_CONTENT_FILES : []),
		...(typesOnly ? [{ regex: `^${typesOnly}`, allowTypeImports: true, message: `Only as a type. ${hint}` }] : []),
		{ group: [refused, ...['./**', ...own].map((pattern) => `!${pattern}`)], message: hint },
	]
	return { files, excludeFiles: [...TEST_FILES, ...except], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

export const RULES = ['#domain/**']
export const WORDS = [...RULES, '#contracts/**']
