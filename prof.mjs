import { chromium } from '@playwright/test'
const O = 'http://localhost:4800'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const c = await b.newContext({ viewport: { width: 1280, height: 900 }, storageState: '/work/tmp/shots/state.json' })
const p = await c.newPage()
await p.goto(O + '/admin/course')
const href =
	process.argv[2] ??
	(await p.evaluate(() =>
		[...document.querySelectorAll('a')].map((a) => a.getAttribute('href')).find((h) => /module-1.*analysis|lessons/.test(h ?? '')),
	))
console.log(p.url(), href)
await p.goto(O + href)
await p.waitForTimeout(4000)
await p.screenshot({ path: '/work/tmp/shots/prof.png' })
const ps = p.locator('.ProseMirror > p')
await ps.first().waitFor({ timeout: 30000 })
await p.waitForTimeout(3000)
await ps.nth(Math.floor((await ps.count()) / 2)).click()
await p.keyboard.press('End')
const cdp = await c.newCDPSession(p)
await cdp.send('Profiler.enable')
await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
await cdp.send('Profiler.start')
const t0 = Date.now()
await p.keyboard.type(' One more sentence, which someone writes at the pace of a person: with commas, and a stop at the end. ', {
	delay: 70,
})
await p.waitForTimeout(2500)
const { profile } = await cdp.send('Profiler.stop')
const self = new Map(),
	total = new Map()
const byId = new Map(profile.nodes.map((n) => [n.id, n]))
const parent = new Map()
for (const n of profile.nodes) for (const ch of n.children ?? []) parent.set(ch, n.id)
const dt = profile.timeDeltas
const key = (n) =>
	`${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`
profile.samples.forEach((id, i) => {
	const d = dt[i] / 1000
	const n = byId.get(id)
	self.set(key(n), (self.get(key(n)) ?? 0) + d)
	const seen = new Set()
	for (let x = id; x !== undefined; x = parent.get(x)) {
		const k = key(byId.get(x))
		if (!seen.has(k)) {
			seen.add(k)
			total.set(k, (total.get(k) ?? 0) + d)
		}
	}
})
const top = (m, n) =>
	[...m]
		.sort((a, b) => b[1] - a[1])
		.slice(0, n)
		.forEach(([k, v]) => console.log(v.toFixed(0).padStart(7), k))
console.log('wall', Date.now() - t0)
console.log('SELF')
top(self, 25)
console.log('TOTAL')
top(total, 60)
await b.close()
