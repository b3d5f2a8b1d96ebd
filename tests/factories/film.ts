/** Creates an MP4 of 320 by 180 with this many bytes of video. */
export function makeFilm(bytes: number): Buffer {
	const box = (name: string, ...inside: Buffer[]) => {
		const body = Buffer.concat(inside)
		const head = Buffer.alloc(8)
		head.writeUInt32BE(body.length + 8)
		head.write(name, 4, 'latin1')
		return Buffer.concat([head, body])
	}
	const track = Buffer.alloc(84)
	track.writeInt32BE(0x10000, 40)
	track.writeInt32BE(0x10000, 56)
	track.writeUInt32BE(320 * 65_536, 76)
	track.writeUInt32BE(180 * 65_536, 80)
	const data = Buffer.alloc(bytes, 'film')
	return Buffer.concat([
		box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
		box('moov', box('trak', box('tkhd', track))),
		box('mdat', data),
	])
}
