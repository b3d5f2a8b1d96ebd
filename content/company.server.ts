/** Words of the company's pages, validated when this module loads. For route loaders; never in the browser's bundle. */
import aboutJson from './company/about.json' with { type: 'json' }
import careersJson from './company/careers.json' with { type: 'json' }
import contactJson from './company/contact.json' with { type: 'json' }
import legalJson from './company/legal.json' with { type: 'json' }
import { AboutSchema } from './schema/about.ts'
import { CareersSchema } from './schema/careers.ts'
import { ContactSchema } from './schema/contact.ts'
import { LegalWordsSchema } from './schema/legal.ts'

export const about = AboutSchema.parse(aboutJson)
export const careers = CareersSchema.parse(careersJson)
export const contact = ContactSchema.parse(contactJson)
export const legalWords = LegalWordsSchema.parse(legalJson)
