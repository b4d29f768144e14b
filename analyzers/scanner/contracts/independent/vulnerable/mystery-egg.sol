pragma solidity 0.8.21;

contract MysteryEgg {
    enum Rarity { Common, Rare, Mythic }

    mapping(uint256 => Rarity) public rarityOf;
    mapping(uint256 => address) public ownerOf;
    uint256 public hatched;

    function hatch() external payable returns (uint256 id) {
        require(msg.value == 0.02 ether, "price");
        id = ++hatched;
        uint256 roll = uint256(
            keccak256(abi.encodePacked(block.timestamp, block.prevrandao, msg.sender, id)) // expect: weak-randomness
        ) % 1000;
        rarityOf[id] = roll == 0 ? Rarity.Mythic : roll < 50 ? Rarity.Rare : Rarity.Common;
        ownerOf[id] = msg.sender;
    }

    address immutable farm = msg.sender;

    function sell() external {
        require(msg.sender == farm);
        payable(farm).transfer(address(this).balance);
    }
}
