// Two IRIs with one hash64. They were made, in ten seconds: of twelve letters there are pairs that leave one
// half of the state of fingerprint.ts alike, so that all texts of nineteen such pairs in a row agree in that
// half, and of these 2^19 texts two agree in the other half too. Whoever writes records can do so.

const PREFIX = 'https://example.org/'

export const collidingIris = [
  `${PREFIX}ohuxjgwasalqsoofoghhmqfzuiwdcsirnerfkgyrppnrrojeyzcvkktitzmppezsezmrfigyetodpzkjqkvmzghnxr` +
    'omphrcuebhyncxjqlydfkgmwsmehvzoffnvhzfolrkpdbpkzxklyxbfmvlmntzvcqcechadkufulkibibywngjwmqb' +
    'anvcfovijrgwxtcdjpntvazznugyigmdjtjbzdbsqihivnxk',
  `${PREFIX}gkebjeuhdlanlrvbxeccotfwuiwdcsirnerfkgyrppnrrojexarpxmklulfnpezsezmrfigyetodpzkjqkvmastplq` +
    'hmdmidgkddbblndtesbtukhxhbmetewinvedqncbwgpdbpkzxklyxbfmvlmntzvcqcrtnyiootjfwobibywngjwmqb' +
    'cbwtzjnticlzewweyasqypyfnugyigmdjtjbzdbsqihivnxk',
] as const
