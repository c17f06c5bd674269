import { expect, test } from 'vitest'
import { foldSearch } from './search-text.ts'

test.each([
  [
    'HM-12014265',
    'hm‐12014265',
    'HM‑12014265',
    'HM–12014265',
    'HM−12014265',
    'ＨＭ－１２０１４２６５',
    'HM\u00AD-12014265',
  ],
  ["O'Brien", 'O’Brien', 'O‘Brien', 'Oʼbrien', 'O`Brien', 'O´Brien', 'O′BRIEN', 'O＇Brien'],
  ['Müller', 'muller', 'MU\u0308LLER', 'Ｍüller'],
  ['Straße', 'STRASSE', 'straẞe'],
  ['Æsop Łódź Đặng', 'aesop lodz dang'],
  ['Ἀθηνᾶς', 'αθηνασ', 'ΑΘΗΝΑΣ'],
  ['Йоёлкин', 'иоелкин'],
  ['שָׁלוֹם', 'שלום', 'שׁלום'],
  ['مُحَمَّد', 'محمد', 'ﻣﺤﻤﺪ', 'محـمد'],
  ['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد'],
  ['فاطمة', 'فاطمه'],
  ['علی\u200Cکریمی', 'عليكريمى'],
  ['٤٥', '۴۵', '45', '４５', '४५'],
  ['김민준', '김민준'.normalize('NFD')],
  ['ガキ', 'ｶﾞｷ', 'カ\u3099キ', 'カ゛キ'],
  ['ぱ', 'は\u309A'],
  ['क़लम', 'क\u093Cलम'],
])('[users-11] what looks the same is the same: %s', (...texts) => {
  expect([...new Set(texts.map(foldSearch))]).toHaveLength(1)
})

test.each([
  ['が', 'か'],
  ['ぱ', 'ば'],
  ['राम', 'रम'],
  ['கி', 'கீ'],
  ['กา', 'กี'],
  ['កា', 'កី'],
  ['ကာ', 'ကီ'],
  ['김', '민'],
  ['和', '私'],
])('[users-11] another word stays another word: %s and %s', (one, other) => {
  expect(foldSearch(one)).not.toBe(foldSearch(other))
})

test('[users-11] every character is folded to the same text in all forms of Unicode, and only once', () => {
  const different: string[] = []
  for (let code = 0; code <= 0x2_fa_1f; code += 1) {
    if (code >= 0x34_00 && code < 0x9f_ff) continue
    const letter = String.fromCodePoint(code)
    if (/\p{C}/u.test(letter)) continue
    const folded = foldSearch(letter)
    const forms = [letter.normalize('NFC'), letter.normalize('NFD'), folded]
    if (forms.some((form) => foldSearch(form) !== folded)) different.push(letter)
  }
  expect(different).toEqual([])
})
