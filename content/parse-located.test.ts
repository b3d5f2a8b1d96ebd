import { expect, test } from 'vitest'
import { z } from 'zod'

import { parseLocated } from './parse-located.ts'

test('an error in a JSON list names the line of its key', () => {
	const source = '{\n\t"items": [\n\t\t{ "price": 1 },\n\t\t{ "price": "two" }\n\t]\n}'
	const schema = z.strictObject({ items: z.array(z.strictObject({ price: z.number() })) })
	expect(parseLocated(source, schema)).toEqual({ ok: false, issues: [{ line: 4, message: expect.stringMatching(/^items\.1\.price: /) }] })
})
