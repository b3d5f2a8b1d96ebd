import { expect, test } from 'vitest'

import { describeDevice } from './describe-device.ts'

test.each([
	['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome on Windows'],
	[
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
		'Edge on Windows',
	],
	['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
		'Safari on an iPhone',
	],
	[
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
		'Safari on a Mac',
	],
	[
		'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
		'Samsung Internet on Android',
	],
	['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Safari/604.1', 'Chrome on an iPad'],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/604.1',
		'Edge on an iPhone',
	],
	[
		'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0',
		'Opera on a Chromebook',
	],
	['Mozilla/5.0 (FreeBSD) Gecko/20100101 Firefox/145.0', 'Firefox'],
	['Mozilla/5.0 (Windows NT 10.0) SomethingOwn/1.0', 'A browser on Windows'],
	['curl/8.14.1', 'Unknown device'],
	['', 'Unknown device'],
])('the device of %s is described as %s', (userAgent, words) => expect(describeDevice(userAgent)).toBe(words))
