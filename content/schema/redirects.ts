import { z } from 'zod'

const PathSchema = z
	.string()
	.max(200)
	.regex(/^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/, 'must be an address of this site, such as /articles/first-sale')

const RedirectSchema = z.strictObject({
	from: PathSchema.meta({ title: 'Old address', description: 'For example, /articles/old-name.' }),
	to: PathSchema.meta({ title: 'Leads to', description: 'A page of this site.' }),
})

export type Redirect = z.infer<typeof RedirectSchema>

/** Old addresses of site.json that lead to another page, such as those of deleted articles. */
export const RedirectsSchema = z
	.array(RedirectSchema.meta({ entry: 'redirect' }))
	.max(500)
	.refine((all) => new Set(all.map(({ from }) => from)).size === all.length, 'must list each old address once')
	.refine((all) => !all.some(({ to }) => all.some(({ from }) => from === to)), 'must not lead to the old address of another redirect')
