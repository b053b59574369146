/** There are not yet enough bytes to read what comes next. */
export const MORE = Symbol('more bytes')

/** Reads what the protocol is made of; throws MORE at the end of the bytes. */
export class Bytes {
  at = 0
  constructor(public bytes: Buffer) {}

  #step(length: number): number {
    const from = this.at
    if (from + length > this.bytes.length) throw MORE
    this.at += length
    return from
  }
  take(length: number): Buffer {
    const from = this.#step(length)
    return this.bytes.subarray(from, from + length)
  }
  u8(): number {
    return this.bytes[this.#step(1)]!
  }
  u16(): number {
    return this.bytes.readUInt16LE(this.#step(2))
  }
  u32(): number {
    return this.bytes.readUInt32LE(this.#step(4))
  }
  i32(): number {
    return this.bytes.readInt32LE(this.#step(4))
  }
  u64(): bigint {
    return this.bytes.readBigUInt64LE(this.#step(8))
  }
  /** Text of so many two-byte letters. */
  text(letters: number): string {
    return this.take(letters * 2).toString('utf16le')
  }
  /** Length in one byte. */
  shortText(): string {
    return this.text(this.u8())
  }
  /** Length in two bytes. */
  longText(): string {
    return this.text(this.u16())
  }
}
