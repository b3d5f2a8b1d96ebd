/** Texts of the company pages, validated when this module loads. For route loaders; never in the browser's bundle. */
import aboutJson from './company/about.json' with { type: 'json' }
import careersJson from './company/careers.json' with { type: 'json' }
import claimsPageJson from './company/claims.json' with { type: 'json' }
import contactJson from './company/contact.json' with { type: 'json' }
import legalJson from './company/legal.json' with { type: 'json' }
import { isShown } from './promises/site-mode.ts'
import { shownClaims } from './public.server.ts'
import { AboutSchema } from './schema/about.ts'
import { CareersSchema } from './schema/careers.ts'
import { ClaimsPageSchema } from './schema/claims-page.ts'
import { ContactSchema } from './schema/contact.ts'
import { LegalWordsSchema } from './schema/legal.ts'

const allAbout = AboutSchema.parse(aboutJson)
const allCareers = CareersSchema.parse(careersJson)

/** In production without the sample roles. */
export const about = { ...allAbout, leadership: { ...allAbout.leadership, roles: allAbout.leadership.roles.filter(isShown) } }

/** The operator's open positions; samples are shown, marked as such, where samples are shown. */
export const careers = {
	...allCareers,
	stats: { ...allCareers.stats, items: shownClaims(allCareers.stats.items) },
	positions: { ...allCareers.positions, items: allCareers.positions.items.filter(isShown) },
}
export const claimsPage = ClaimsPageSchema.parse(claimsPageJson)
export const contact = ContactSchema.parse(contactJson)
export const legalWords = LegalWordsSchema.parse(legalJson)
