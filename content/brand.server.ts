import brandJson from './brand.json' with { type: 'json' }
import { findEdited } from './files/overlay.server.ts'
import { BrandSchema } from './schema/brand.ts'

/** The font of the brand, and its colors, such as `#cc3b14`, with their contrast checked. */
export const brand = BrandSchema.parse(brandJson)

/** Whether the mark is the operator's: what was drawn for the other one must not stand beside the name. */
export const hasOwnLogo = findEdited('logo.svg') !== null
