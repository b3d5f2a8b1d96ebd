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
	['', 'Please enter your name'],
	['   ', 'Please enter your name'],
	['123', 'Please enter a name with at least one letter'],
	['🎓', 'Please enter a name with at least one letter'],
	['a'.repeat(CERTIFICATE_NAME_MAX + 1), 'Use at most 80 characters for your name'],
	['a\u0000b', 'Please remove the characters that can’t be printed'],
	['Ana\u202Etset', 'Please remove the characters that can’t be printed'],
	['Ana\u200B', 'Please remove the characters that can’t be printed'],
	['a@b.example', 'Please enter a name, not an address'],
	['<b>Ana', 'Please enter a name, not an address'],
	['see https://x', 'Please enter a name, not an address'],
])('%j can’t be printed as a name: %s', (typed, message) => {
	expect(checkCertificateName(typed)).toEqual({ ok: false, message })
})
