/** What `npm run new` writes: pure, so that its tests need no disk. */
import { AREAS } from '#scripts/lint/rings.ts'

export const KINDS = ['service', 'endpoint', 'route', 'feature', 'table', 'decision'] as const
export type Kind = (typeof KINDS)[number]

export type Planned = { path: string; text: string }
export type Plan = {
	files: Planned[]
	/** Files that must already exist. */
	needs: string[]
	/** What to do next. */
	next: string[]
}

type Request = {
	/** `commerce/orders/refund-order` in an area of server/services, `orders/refund-order` in app; a table `section-notes`; a decision `prefer-x-over-y`. */
	name: string
	/** Reads a file of scripts/templates. */
	readTemplate: (file: string) => string
	/** File names in docs/decisions and server/db/migrations, for the next number. */
	decisions: readonly string[]
	migrations: readonly string[]
	today: Date
}

type Words = { /** Empty where there is none. */ area: string; feature: string; name: string }

/** Refused input: the message says what to type instead. */
export class NewUsageError extends Error {}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const isKind = (word: string): word is Kind => (KINDS as readonly string[]).includes(word)

/** @throws NewUsageError when the word is not a kind */
export function parseKind(word: string | undefined): Kind {
	if (word && isKind(word)) return word
	throw new NewUsageError(
		`usage: npm run new -- <${KINDS.join('|')}> <name>, for example: npm run new -- service commerce/orders/refund-order`,
	)
}

const pascal = (kebab: string) => kebab.replace(/(^|-)([a-z0-9])/g, (_match, _dash, letter: string) => letter.toUpperCase())
const camel = (kebab: string) => pascal(kebab).replace(/^./, (letter) => letter.toLowerCase())
const title = (kebab: string) => kebab.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())

/** The template with the chosen names in every spelling, and imports of template files pointing at their real places. */
function fill(template: string, { area, feature, name }: Words): string {
	return template
		.replaceAll('./verb-noun.service.ts', `#server/services/${area}/${feature}/${name}.ts`)
		.replaceAll(/\.\/verb-noun\.(endpoint\.ts|route\.tsx|feature\.tsx)/g, (_match, end: string) => `./${name}.${end.split('.')[1]}`)
		.replaceAll('verb-noun', name)
		.replaceAll('feature-word', feature)
		.replaceAll('VerbNoun', pascal(name))
		.replaceAll('verbNoun', camel(name))
		.replaceAll('Verb Noun', title(name))
		.replaceAll('Verb noun', title(name))
}

/** @param hasArea whether the name begins with an area of server/services */
function splitName(name: string, hasArea: boolean): Words {
	const parts = name.split('/')
	const [area = '', feature = '', verb = ''] = hasArea ? parts : ['', ...parts]
	const isWhole = parts.length === (hasArea ? 3 : 2) && KEBAB.test(feature) && KEBAB.test(verb)
	if (isWhole && (!hasArea || AREAS.includes(area))) return { area, feature, name: verb }
	const shape = hasArea
		? `area/feature/file-name in kebab-case, for example commerce/orders/refund-order; the areas are ${AREAS.join(', ')}`
		: 'feature/file-name in kebab-case, for example orders/refund-order'
	throw new NewUsageError(`"${name}" is no name: write ${shape}`)
}

const PLACES = {
	service: { folder: ({ area, feature }: Words) => `server/services/${area}/${feature}`, extension: 'ts' },
	endpoint: { folder: () => 'server/http/api', extension: 'ts' },
	route: { folder: ({ feature }: Words) => `app/routes/${feature}`, extension: 'tsx' },
	feature: { folder: ({ feature }: Words) => `app/features/${feature}`, extension: 'tsx' },
}

function nextSteps(kind: Exclude<Kind, 'decision' | 'table'>, words: Words): string[] {
	if (kind === 'endpoint')
		return [
			`mount it in server/http/api: .post('/${words.name}', post${pascal(words.name)})`,
			'add its line to docs/wire.md, then npm run openapi',
		]
	if (kind === 'route')
		return [
			`app/routes.ts: route('${words.name}', 'routes/${words.feature}/${words.name}.tsx')`,
			'contracts/paths.ts: its URL',
			'app/prerender-paths.ts: its addresses, if it has a part such as :slug',
		]
	if (kind === 'feature') return ['compose it in a route of app/routes']
	return ['replace the table and the words by those of the use-case, test first']
}

const nextNumber = (files: readonly string[]) =>
	String(Math.max(0, ...files.map((file) => Number.parseInt(file, 10)).filter(Number.isFinite)) + 1).padStart(4, '0')

function requireKebab(name: string, example: string) {
	if (!KEBAB.test(name)) throw new NewUsageError(`"${name}" is no name: write it in kebab-case, for example ${example}`)
}

/** A table of a learner's own rows, with the list of where a feature that keeps one registers. */
function planTable({ name, readTemplate, migrations }: Request): Plan {
	requireKebab(name, 'section-notes')
	const table = name.replaceAll('-', '_')
	return {
		files: [
			{ path: `server/db/migrations/${nextNumber(migrations)}_${table}.sql`, text: readTemplate('table.sql').replaceAll('TABLE', table) },
		],
		needs: [],
		next: [
			'npm run row-types',
			'server/wings/<name>/index.ts, as server/wings/notes: routes, the contract of each body, the privacy registry; its line in server/process/wings.ts',
			'tests/wings/<name>/sample.ts: a row of its owner, a whole and a full account',
			`docs/data-protection.md: the class of ${table}, and what its input may be`,
			'domain/storage/account-shares.ts: its room',
			'content/legal/privacy-policy.md; where a browser keeps it too: app/lib/storage-keys.ts, content/legal/cookie-policy.md',
		],
	}
}

function planDecision({ name, readTemplate, decisions, today }: Request): Plan {
	requireKebab(name, 'prefer-x-over-y')
	const number = nextNumber(decisions)
	const text = readTemplate('decision.md')
		.replace('NUMBER', number)
		.replace('TITLE', title(name))
		.replace('DATE', today.toISOString().slice(0, 10))
	return { files: [{ path: `docs/decisions/${number}-${name}.md`, text }], needs: [], next: ['add its line to docs/decisions/README.md'] }
}

/**
 * The files for one request, each with its test.
 * @throws NewUsageError for a name that is not feature/file-name in kebab-case, after its area where it has one
 */
export function planFiles(kind: Kind, request: Request): Plan {
	if (kind === 'decision') return planDecision(request)
	if (kind === 'table') return planTable(request)
	const words = splitName(request.name, kind === 'service' || kind === 'endpoint')
	const { folder, extension } = PLACES[kind]
	const base = `${folder(words)}/${words.name}`
	const service = `server/services/${words.area}/${words.feature}/${words.name}.ts`
	const write = (test: '' | '.test') => {
		const text = fill(request.readTemplate(`verb-noun.${kind}${test}.${extension}`), words)
		// The service under test is a sibling of its test, not a path across the ring.
		const own = text.replaceAll(`#${service}`, `./${words.name}.ts`)
		return { path: `${base}${test}.${extension}`, text: kind === 'service' ? own : text }
	}
	return {
		files: [write(''), write('.test')],
		needs: kind === 'endpoint' ? [service] : [],
		next: nextSteps(kind, words),
	}
}
