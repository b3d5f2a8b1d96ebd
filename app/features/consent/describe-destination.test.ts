import { expect, test } from 'vitest'

import { describeDestination } from './describe-destination.ts'

test.each([
	['https://app.example/back?of=a', 'app.example'],
	['https://app.example:8443/', 'app.example:8443'],
	['http://127.0.0.1:8123/back', 'a program on this device'],
	['com.example.app:/back', 'the program com.example.app on this device'],
	['nothing', 'nothing'],
])('%s leads to %s', (address, place) => {
	expect(describeDestination(address)).toBe(place)
})
