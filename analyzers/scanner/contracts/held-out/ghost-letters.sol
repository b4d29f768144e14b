contract GhostLetters { // expect: missing-pragma
    address private immutable owner = msg.sender;

    function isOwner(address who) external view returns (bool) {
        return who == owner; // ⁦ checked // expect: hidden-characters
    }
}
