import brandJson from './brand.json' with { type: 'json' }
import { BrandSchema } from './schema/brand.ts'

/** The colors of the brand, such as `#cc3b14`, with their contrast checked. */
export const brand = BrandSchema.parse(brandJson)
