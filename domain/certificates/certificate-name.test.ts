import { expect, test } from 'vitest'

import { CERTIFICATE_NAME_MAX, checkCertificateName } from './certificate-name.ts'

test.each([
	['Ana Test', 'Ana Test'],
	['  Ana \n\t Test ', 'Ana Test'],
	['Łukasz Žofie', 'Łukasz Žofie'],
	['Иван Тест', 'Иван Тест'],
	['王小明', '王小明'],
	['أنا', 'أنا'],
	['क्\u200dष', 'क्\u200dष'],
	['e\u0301lise', 'élise'],
	["O'Test-Name Jr.", "O'Test-Name Jr."],
	['字'.repeat(CERTIFICATE_NAME_MAX), '字'.repeat(CERTIFICATE_NAME_MAX)],
])('%j is printed as %j', (typed, name) => {
	expect(checkCertificateName(typed)).toEqual({ ok: true, name })
})

test.each([
	'',
	'   ',
	'123',
	'🎓',
	'a'.repeat(CERTIFICATE_NAME_MAX + 1),
	'a\u0000b',
	'Ana\u202Etset',
	'Ana\u200B',
	'a@b.example',
	'<b>Ana',
	'see https://x',
])('%j is not a name to print', (typed) => {
	expect(checkCertificateName(typed)).toEqual({ ok: false, message: expect.any(String) })
})
