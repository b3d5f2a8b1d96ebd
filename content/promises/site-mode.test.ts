import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const PROJECT = path.resolve(import.meta.dirname, '..')

const PROGRAM = `
	import { loadedContent as content } from '#content/loaded.server.ts'
	const { about, careers, activity, claimsById, claims, landing, lifetimeOffer, shownClaims, testimonials, testimonialsById } = content
	process.stdout.write(JSON.stringify({
		voices: testimonials.length + testimonialsById(landing.testimonials.ids).length,
		wins: activity.length,
		roles: about.leadership.roles.length,
		positions: careers.positions.items.length,
		samples: shownClaims(claims).filter(({ basis }) => basis === 'sample').length,
		figures: claimsById(landing.hero.claimIds).map(({ id }) => id),
		regularPrice: lifetimeOffer.regularPrice,
		says: JSON.stringify([landing, lifetimeOffer]).includes('$197'),
	}))`

/** Loads the content in a separate process, because the mode is read only once per process. */
function readAs(env: Record<string, string>) {
	const { NODE_ENV: _, SANDBOX: __, ...rest } = process.env
	const args = ['--input-type=module-typescript', '--eval', PROGRAM]
	return JSON.parse(execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8', env: { ...rest, ...env } })) as unknown
}

const NONE = {
	voices: 0,
	wins: 0,
	roles: 0,
	positions: 0,
	samples: 0,
	figures: ['modules', 'hours', 'templates'],
	regularPrice: 'hidden',
	says: false,
}

test.each([[{ NODE_ENV: 'production' }], [{ NODE_ENV: 'production', SANDBOX: '0' }]])(
	'a production site hides samples and unproven regular prices: %j',
	(env) => expect(readAs(env)).toEqual(NONE),
)

test.each([[{}], [{ NODE_ENV: 'production', SANDBOX: '1' }]])('the sandbox shows samples, marked as such: %j', (env) =>
	expect(readAs(env)).toMatchObject({
		voices: 9,
		wins: 5,
		roles: 4,
		positions: 4,
		figures: expect.arrayContaining(['modules', 'hours', 'templates', 'rating']),
		regularPrice: 'sample',
		says: true,
	}),
)
