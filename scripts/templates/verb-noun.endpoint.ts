import { z } from 'zod'

import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'

import { verbNoun } from './verb-noun.service.ts'

/** Move it to contracts/ once the browser sends it too. */
const VerbNounBody = z.object({ id: z.uuid('Please name the entry by its id.') })

/** `POST /api/feature-word/verb-noun`: parse, one service call, present. */
export const postVerbNoun: HttpHandler = async (c) => {
	const input = await readJson(c, VerbNounBody)
	const { id, at } = await verbNoun(c.var.ctx, input)
	return c.json({ id, at: at.toISOString() })
}
