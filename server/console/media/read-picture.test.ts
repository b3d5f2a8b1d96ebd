import sharp from 'sharp'
import { expect, test } from 'vitest'

import { convertForMail, convertToLogo } from './read-picture.ts'

const draw = (width: number, height: number, alpha = 1) =>
	sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha } } })
		.png()
		.toBuffer()

test('in an email a transparent picture shows the email’s background, and a small one keeps its size', async () => {
	const written = await convertForMail(await draw(40, 20, 0))
	const { data, info } = await sharp(written ?? Buffer.alloc(0))
		.raw()
		.toBuffer({ resolveWithObject: true })
	expect([info.width, info.height, info.channels]).toEqual([40, 20, 3])
	// The background is #fcf8ee. JPEG may change it slightly.
	for (const [index, value] of [252, 248, 238].entries()) expect(Math.abs((data[index] ?? 0) - value)).toBeLessThan(4)
	expect((await sharp((await convertForMail(await draw(2000, 100))) ?? Buffer.alloc(0)).metadata()).width).toBe(960)
	expect(await convertForMail(Buffer.from('no picture'))).toBeNull()
})

test.each([
	{ width: 100, height: 100, is: 256 },
	{ width: 100, height: 300, is: 256 },
	{ width: 300, height: 100, is: 768 },
	{ width: 900, height: 100, is: 1024 },
])('a logo of $width × $height becomes $is pixels wide: square to four times as wide as tall', async ({ width, height, is }) => {
	const logo = await convertToLogo(await draw(width, height))
	expect(logo?.width).toBe(is)
	const { width: written, height: tall } = await sharp(logo?.png).metadata()
	expect([written, tall]).toEqual([is, 256])
})

test('a logo photographed upright is upright, and as wide as it looks', async () => {
	// A picture that is stored on its side: red is on the left, but belongs at the top.
	const strip = await draw(150, 100)
	const stored = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#00f' } })
		.composite([{ input: strip, left: 0, top: 0 }])
		.jpeg()
		.withMetadata({ orientation: 6 })
		.toBuffer()
	const logo = await convertToLogo(stored)
	expect(logo?.width).toBe(256)
	const { data, info } = await sharp(logo?.png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
	const colorAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
	const [top, bottom, side] = [colorAt(128, 40), colorAt(128, 216), colorAt(10, 128)]
	expect([top[0]! > 150, top[2]! < 100, bottom[2]! > 150, bottom[0]! < 100, side[3]]).toEqual([true, true, true, true, 0])
})
