/** Words of the company's pages, validated when this module loads. For route loaders; never in the browser's bundle. */
import contactJson from './company/contact.json' with { type: 'json' }
import legalJson from './company/legal.json' with { type: 'json' }
import { ContactSchema } from './schema/contact.ts'
import { LegalWordsSchema } from './schema/legal.ts'

export const contact = ContactSchema.parse(contactJson)
export const legalWords = LegalWordsSchema.parse(legalJson)
