import { z } from 'zod'

import { HIDEABLE_PAGES, type HideablePage } from '#domain/site/hidden-pages.ts'

export const HiddenPagesSchema = z.array(z.enum(Object.keys(HIDEABLE_PAGES) as HideablePage[]))
